// The page of `predicate web`. Everything that comes from the database is put in as text, never as markup.

const $ = id => document.getElementById(id)
const page = crypto.randomUUID()
/** The longest statement in bytes. A test compares it with the limit of the server. */
const longest = 4000
const wide = matchMedia('(min-width: 60rem)')

/** An element with properties, and its children; texts become text nodes. */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name in element && typeof value !== 'string') element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children.filter(child => child !== undefined && child !== null))
  return element
}

const svg = (tag, properties = {}, text) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value)
  if (text !== undefined) element.textContent = text
  return element
}

// MARK: Asking

/** The number of the statement that is shown. Replies to older ones are dropped. */
let run = 0

const noServer = { failure: 'The server does not answer. Is predicate web still running?' }

async function post(name, question) {
  try {
    const response = await fetch(`api/${name}`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ page, run, ...question }),
    })
    return response.ok ? await response.json() : { failure: await response.text() }
  } catch {
    return noServer
  }
}

/** The reply to a question. Null if a newer statement has taken its place. */
async function ask(name, question = {}) {
  const own = run
  const reply = await post(name, question)
  return own === run && !reply.replaced ? reply : null
}

/** The reply to a question in the background. The server drops it for anything else that the page asks, so it is asked again. */
async function askLater(name, question) {
  const own = run
  while (own === run) {
    const reply = await ask(name, question)
    if (reply) return reply
    await new Promise(done => setTimeout(done, 300))
  }
  return null
}

// MARK: Way

/** What is shown: the statement, what it is called, and the steps that led to it. */
let view = { statement: '', label: '', trail: [] }

const fragment = statement => '#' + encodeURIComponent(statement)

/** The way to what a link on the page leads to. */
const nextTrail = () => view.statement ? [...view.trail, { statement: view.statement, label: view.label || view.statement }].slice(-8) : []

/** Goes to a statement by a link, which is a step of the way, unless another way is given. */
function go(statement, label, trail = nextTrail()) {
  history.pushState({ trail, label: short(label, 80) }, '', fragment(statement))
  open()
}

/** A link that goes a step. It is a link for the browser, too: it opens in another tab. */
const link = (text, statement, label = text, properties = {}) => h('a', {
  href: fragment(statement), ...properties,
  onclick: event => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    go(statement, label)
  },
}, text)

/** Shows what the address names. */
function open() {
  let statement = location.hash.slice(1)
  try { statement = decodeURIComponent(statement) } catch { /* It was typed as it is. */ }
  const { trail = [], label = '' } = history.state ?? {}
  view = { statement, label, trail }
  editor.set(statement)
  showTrail()
  closeObject()
  run += 1
  const isStart = statement === '' || asksForHelp(statement)
  $('start').hidden = !isStart
  $('view').hidden = isStart
  document.title = (statement ? statement + ' · ' : '') + 'predicate'
  if (isStart) return start()
  if (!isLong(statement)) return answer(statement)
  $('view').hidden = true
  editor.show([longIssue(statement)])
}

/** Whether a text is none about data, but asks how statements are written. */
const asksForHelp = text => ['?', 'help'].includes(text.trim().toLowerCase()) &&
  !schema?.entities?.some(entity => entity.name.toLowerCase() === 'help')

function showTrail() {
  const steps = view.trail.map((step, position) => h('li', {}, h('a', {
    href: fragment(step.statement),
    onclick: event => {
      event.preventDefault()
      history.pushState({ trail: view.trail.slice(0, position), label: step.label }, '', fragment(step.statement))
      open()
    },
  }, short(step.label, 80))))
  $('crumbs').hidden = steps.length === 0
  $('crumbs').replaceChildren(h('ol', {}, ...steps, h('li', { 'aria-current': 'page' }, short(view.label || view.statement, 80))))
}

// MARK: Editor

const editor = {
  field: $('statement'), candidates: [], place: null, active: -1, issues: [], timer: 0, number: 0,

  set(text) {
    // A field that has the text keeps its changes for Undo.
    if (this.field.value.trim() !== text) this.field.value = text
    this.close()
    this.show([])
    this.resize()
  },

  /** Shows issues: a mark under each place, the words below, and a button that mends. */
  show(issues) {
    this.issues = issues
    this.mark()
    $('issues').replaceChildren(...issues.map(issue => h('p', { class: issue.severity },
      h('b', {}, { error: 'Error', note: 'Note', unfinished: 'Unfinished' }[issue.severity]), ' ', issue.message,
      issue.hint ? h('span', { class: 'hint' }, ' — ', issue.hint) : null,
      ...(issue.fixes ?? []).map(fix => fixButton(fix)))))
    this.field.setAttribute('aria-invalid', issues.some(issue => issue.severity === 'error'))
  },

  /** Replaces the part of the statement that another one has differently. */
  mend(text) {
    const old = this.field.value
    const shorter = Math.min(old.length, text.length)
    let [start, end] = [0, 0]
    while (start < shorter && old[start] === text[start]) start++
    while (end < shorter - start && old.at(-1 - end) === text.at(-1 - end)) end++
    this.write(text.slice(start, text.length - end), start, old.length - end)
    this.field.setSelectionRange(text.length, text.length)
    if (view.statement) submit()
  },

  /** Writes a text in the place of another as a key does, so that Undo takes it back. */
  write(text, from, to) {
    this.field.focus()
    this.field.setSelectionRange(from, to)
    if (document.execCommand(text ? 'insertText' : 'delete', false, text)) return
    this.field.setRangeText(text, from, to, 'end')
    this.typed()
  },

  mark() {
    const text = this.field.value
    const parts = []
    let end = 0
    for (const { from, to, severity } of [...this.issues].filter(issue => issue.from !== undefined).sort((a, b) => a.from - b.from)) {
      if (from < end) continue
      const last = Math.max(to, from + 1)
      // A place after the end is shown as a space.
      parts.push(text.slice(end, from), h('mark', { class: severity }, text.slice(from, last) || ' '))
      end = Math.min(last, text.length)
    }
    $('marks').replaceChildren(...parts, text.slice(end) + '\n')
  },

  resize() {
    this.field.style.height = 'auto'
    this.field.style.height = this.field.scrollHeight + 2 + 'px'
  },

  typed() {
    this.resize()
    this.issues = []
    this.mark()
    clearTimeout(this.timer)
    // The list of completions is below the issues, so they come first.
    this.timer = setTimeout(async () => { await this.check(); this.complete() }, 120)
  },

  async check() {
    const statement = this.field.value
    if (statement.trim() === '') return this.show([])
    if (asksForHelp(statement)) return this.show([])
    if (isLong(statement)) return this.show([longIssue(statement)])
    const reply = await ask('check', { statement, cursor: this.field.selectionStart })
    if (statement !== this.field.value) return
    if (reply?.failure) return this.show([{ severity: 'error', message: reply.failure }])
    if (!reply?.issues) return
    // A mistake at the end, and in a word that is being typed, is no mistake yet. Its hint would be about a word that is not complete.
    const end = statement.trimEnd().length
    const isYoung = issue => document.activeElement === this.field && (issue.unfinished || issue.from >= end)
    this.show(reply.issues.map(issue => isYoung(issue) ? { ...issue, severity: 'unfinished', hint: null, fixes: [] } : issue))
  },

  // Completion.

  async complete(isWanted = false) {
    const [statement, cursor, number] = [this.field.value, this.field.selectionStart, ++this.number]
    if (document.activeElement !== this.field) return
    const reply = await ask('complete', { statement, cursor })
    if (number !== this.number || statement !== this.field.value) return
    // A word that is typed already, and is the only one, needs no list.
    const found = reply?.candidates ?? []
    const typed = statement.slice(reply?.from ?? 0, reply?.to ?? 0)
    if (found.length === 0 || (found.length === 1 && found[0].text === typed && !isWanted)) return this.close()
    this.candidates = found
    this.place = [reply.from, reply.to]
    this.active = -1
    $('proposals').replaceChildren(...found.map((candidate, position) => h('li', {
      id: `proposal-${position}`, role: 'option', 'aria-selected': 'false',
      onpointerdown: event => { event.preventDefault(); this.accept(position) },
    }, h('span', {}, candidate.text), h('small', {}, kinds[candidate.kind] ?? candidate.kind))))
    $('proposals').hidden = false
    this.field.setAttribute('aria-expanded', 'true')
    this.position()
  },

  /** Puts the list below the statement and its issues, where the word begins that it completes. */
  position() {
    const walker = document.createTreeWalker($('marks'), NodeFilter.SHOW_TEXT)
    let left = this.place[0]
    let node = walker.nextNode()
    while (node && left >= node.length) { left -= node.length; node = walker.nextNode() }
    const range = document.createRange()
    // A range without a character has no place on the screen.
    if (node) { range.setStart(node, left); range.setEnd(node, left + 1) }
    const [at, box, header] = [range, this.field, this.field.closest('header')].map(element => element.getBoundingClientRect())
    const list = $('proposals')
    list.style.maxHeight = Math.max(120, Math.min(256, innerHeight - header.bottom - 8)) + 'px'
    const word = at.height > 0 ? at.left - 10 : box.left
    list.style.left = Math.max(box.left, Math.min(word, box.right - list.offsetWidth)) - header.left + 'px'
  },

  choose(position) {
    const options = $('proposals').children
    options[this.active]?.setAttribute('aria-selected', 'false')
    this.active = (position + options.length) % options.length
    options[this.active].setAttribute('aria-selected', 'true')
    options[this.active].scrollIntoView({ block: 'nearest' })
    this.field.setAttribute('aria-activedescendant', options[this.active].id)
  },

  accept(position) {
    const { text, suffix } = this.candidates[position]
    const [from, to] = this.place
    const rest = this.field.value.slice(to)
    const inserted = text + (rest.startsWith(suffix) ? '' : suffix)
    this.close()
    this.write(inserted, from, to)
  },

  close() {
    this.number += 1
    this.active = -1
    $('proposals').hidden = true
    this.field.setAttribute('aria-expanded', 'false')
    this.field.removeAttribute('aria-activedescendant')
  },

  key(event) {
    const isOpen = !$('proposals').hidden
    const accepts = () => { event.preventDefault(); this.accept(Math.max(0, this.active)) }
    if (event.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
        if (isOpen) { event.preventDefault(); this.choose(this.active + 1) } else if (event.altKey) this.complete(true)
        break
      case 'ArrowUp':
        if (isOpen) { event.preventDefault(); this.choose(this.active < 0 ? -1 : this.active - 1) }
        break
      case 'Tab':
        if (isOpen && !event.shiftKey) accepts()
        break
      case 'Enter':
        if (isOpen && this.active >= 0) accepts()
        else if (!event.shiftKey) { event.preventDefault(); submit() }
        break
      case 'Escape':
        if (isOpen) this.close()
        break
      case ' ':
        if (event.ctrlKey) { event.preventDefault(); this.complete(true) }
    }
  },
}

/** A button that writes a mended statement. */
const fixButton = text => h('button', { type: 'button', class: 'fix', onclick: () => editor.mend(text) }, 'Write ', h('code', {}, short(text, 400)))

const kinds = { collectionOperator: 'operator', relationship: 'link', attribute: 'property' }

function submit() {
  clearTimeout(editor.timer)
  editor.close()
  const statement = editor.field.value.trim()
  if (isLong(statement)) editor.show([longIssue(statement)])
  else if (statement === view.statement) open()
  else go(statement, '', [])
}

/** Whether the server refuses a statement because of its length. */
const isLong = statement => new TextEncoder().encode(statement).length > longest
const longIssue = statement => ({
  severity: 'error', message: `A statement has at most ${longest.toLocaleString('en')} bytes. This one has ${new TextEncoder().encode(statement).length.toLocaleString('en')}.`,
})

const short = (text, length) => text.length > length ? text.slice(0, length - 1) + '…' : text

// MARK: Start page

/** What the database has, for any statement: it is asked again only by the start page. */
let schema = null

async function askSchema() {
  const reply = await post('start')
  if (reply.failure) return reply
  schema = reply
  named(reply)
  return reply
}

/** The card of an entity: its properties, and where its relationships lead. */
const entityCard = (entity, tag = 'li') => h(tag, { class: 'entity' },
  h('h3', {}, link(entity.name, entity.link), h('span', { class: 'count' }, entity.count ?? '')),
  h('p', {}, entity.properties.join(', ')),
  entity.relationships.length ? h('ul', {}, ...entity.relationships.map(({ name, entity, many }) =>
    h('li', {}, name, h('span', { class: 'quiet' }, many ? ` → many ${entity}` : ` → ${entity}`)))) : null)

async function start() {
  const own = run
  const reply = await askSchema()
  if (own !== run) return
  if (reply.failure) return $('start').replaceChildren(failure(reply))
  const statements = reply.examples.map(text => h('li', {}, link(text, text, '', { class: 'example' })))
  const cards = reply.entities.map(entity => entityCard(entity))
  const how = reply.how.map(({ words, statement }) => h('li', {}, link(statement, statement, '', { class: 'written' }), h('span', { class: 'quiet' }, words)))
  $('start').replaceChildren(
    statements.length ? h('h2', {}, 'To begin with') : '', h('ul', { class: 'examples' }, ...statements),
    how.length ? h('details', { class: 'how', open: true }, h('summary', {}, h('h2', {}, 'How to ask')), h('ul', {}, ...how)) : '',
    h('h2', {}, 'What there is'), h('ul', { class: 'entities' }, ...cards),
    reply.notes.length ? h('details', {}, h('summary', {}, `Notes on the tables (${reply.notes.length})`), h('ul', {}, ...reply.notes.map(note => h('li', {}, note)))) : '')
  editor.field.focus()
}

/** Shows the name of the database, and a statement of it as an example of what can be typed. */
function named(reply) {
  $('database').textContent = reply.database
  const example = reply.examples.find(text => text.includes(' where ')) ?? reply.examples[0]
  if (example) editor.field.placeholder = `An entity, or an entity and a condition: ${short(example, 60)}`
}

const failure = reply => h('p', { class: 'failure', role: 'alert' }, reply.failure ?? reply.issues.map(issue => issue.message).join('; '))

// MARK: Answer

let shown = null
let table = null

async function answer(statement) {
  // A click on a header keeps the columns where they are, and the focus on the header.
  const old = table && {
    names: table.columns.map(column => column.name).join(), left: table.frame.scrollLeft,
    header: [...table.head.children].findIndex(cell => cell.contains(document.activeElement)),
  }
  shown = null
  table = null
  for (const id of ['summary', 'answer', 'chart', 'misses', 'sql', 'plan', 'swift', 'objc']) $(id).replaceChildren()
  $('summary').textContent = 'Running…'
  const patience = setTimeout(() => { $('cancel').hidden = false }, 400)
  const own = run
  const reply = await ask('answer', { statement, offset: 0 })
  clearTimeout(patience)
  if (own !== run) return
  $('cancel').hidden = true
  const isAnswer = reply && !reply.issues && !reply.failure
  $('view').classList.toggle('without', !isAnswer)
  $('facets').replaceChildren()
  $('summary').textContent = ''
  if (!isAnswer) {
    // Issues are shown under the statement, where they can be mended.
    if (reply?.issues) {
      editor.show(reply.issues)
      const word = statement.match(/^\s*(?:count\s+)?("[^"]+"|[^\s[(.;]+)/i)?.[1].replaceAll('"', '').toLowerCase()
      const entity = schema?.entities.find(entity => entity.name.toLowerCase() === word)
      if (entity) $('answer').replaceChildren(entityCard(entity, 'div'))
    } else if (reply) $('answer').replaceChildren(failure(reply))
    return select('answer')
  }
  shown = reply
  view.label ||= reply.plural
  showTrail()
  editor.show(reply.notes)
  for (const format of formats) $(format).href = `export?format=${format}&statement=${encodeURIComponent(statement)}`
  $('tab-chart').hidden = !chartOf(reply)
  if (reply.count !== undefined) {
    $('answer').replaceChildren(h('p', { class: 'number' }, reply.count.toLocaleString('en')), h('p', {}, reply.count === 1 ? reply.singular : reply.plural))
    summarize(undefined)
  } else {
    summarize(reply.more ? null : reply.rows.length)
    if (reply.rows.length === 0) misses(statement, $('answer'))
    else table = new Table(reply, statement)
    if (table && old?.names === reply.columns.map(column => column.name).join()) table.restore(old)
  }
  select(tab === 'chart' && !chartOf(reply) ? 'answer' : tab)
  // The link or button that had the focus may be gone.
  if (run > 1 && document.activeElement === document.body) (table?.grid ?? $('answer')).focus({ preventScroll: true })
  if (reply.whole && !reply.more && reply.rows.length === 1 && reply.rows[0].link) object(reply.rows[0].link, false)
  if (reply.more) {
    const counted = await askLater('count', { statement })
    if (own !== run) return
    if (counted?.count !== undefined) {
      table.resize(counted.count)
      summarize(counted.count)
      if (tab === 'chart') drawChart()
    }
  }
  facets(statement)
}

const formats = ['csv', 'json']

/** Saves an answer as a file. The server says why it writes none. */
async function save(event) {
  event.preventDefault()
  const { id, href, textContent } = event.currentTarget
  if (textContent.endsWith('…')) return
  $(id).textContent += ' …'
  const own = run
  try {
    const response = await fetch(href)
    if (response.ok) {
      const address = URL.createObjectURL(await response.blob())
      h('a', { href: address, download: `answer.${id}` }).click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } else if (own === run) {
      const reply = response.headers.get('Content-Type') === 'application/json' ? await response.json() : { failure: await response.text() }
      editor.show(reply.issues ?? [{ severity: 'error', message: reply.failure }])
    }
  } catch {
    editor.show([{ severity: 'error', message: noServer.failure }])
  }
  $(id).textContent = textContent
}

function summarize(count) {
  const { singular, plural, time } = shown
  if (count != null) shown.total = count
  $('summary').textContent = count === undefined ? time
    : count === null ? `more than ${shown.rows.length} ${plural} · ${time}`
    : `${count === 0 ? 'No' : count.toLocaleString('en')} ${count === 1 ? singular : plural} · ${time}`
}

/** A table of any number of rows: those on the screen are elements, the others are fetched as they come into sight. */
class Table {
  static row = 32
  /** Browsers draw no taller elements. Beyond that the scroll bar stands for a part of the rows. */
  static tallest = 8_000_000

  constructor(reply, statement) {
    this.columns = reply.columns
    this.statement = statement
    const sorted = key => key ? reply.order.before + key + reply.order.after : reply.order.without
    this.size = reply.rows.length
    this.pages = new Map([[0, reply.rows]])
    this.pageSize = Math.max(1, reply.rows.length)
    this.active = -1
    this.head = h('tr', { 'aria-rowindex': '1' }, ...reply.columns.map((column, position) => h('th', {
      scope: 'col', 'aria-colindex': position + 1, class: column.right ? 'right' : null, 'aria-sort': column.sorted ?? (column.sort === undefined ? null : 'none'),
    }, column.sort !== undefined
      ? h('button', { type: 'button', title: `Sort by ${column.name}`, onclick: () => go(sorted(column.sort), view.label, view.trail) },
        column.name, h('span', { class: 'arrow', 'aria-hidden': 'true' }, { ascending: ' ▲', descending: ' ▼' }[column.sorted] ?? ''))
      : column.name)))
    this.group = h('colgroup', {}, ...reply.columns.map(() => h('col')))
    this.body = h('tbody')
    this.grid = h('table', {
      role: 'grid', tabindex: '0', 'aria-label': 'Rows', 'aria-colcount': reply.columns.length,
      onkeydown: event => this.key(event),
    }, this.group, h('thead', {}, this.head), this.body)
    const stay = () => { this.left = 0 }
    this.frame = h('div', { class: 'scroller', onscroll: () => this.draw(), onwheel: stay, onpointerdown: stay, onkeydown: stay }, this.grid)
    $('answer').replaceChildren(this.frame)
    this.resize(this.size)
    requestAnimationFrame(() => this.fix())
  }

  /** Shows the columns that another table showed, until the reader scrolls, and takes the focus to the same header. */
  restore({ left, header }) {
    this.left = left
    this.head.children[header]?.querySelector('button')?.focus({ preventScroll: true })
  }

  /** Keeps the widths that the first rows have, so that columns stand still while rows pass. Columns with long values share the room that is left. */
  fix() {
    // Values of other rows have as many characters, some of which are wider.
    const measure = () => [...this.head.children].map(cell => Math.max(48, Math.ceil(cell.getBoundingClientRect().width * 1.04)))
    this.grid.classList.add('measured')
    const needed = measure()
    this.grid.classList.remove('measured')
    if (needed.every(width => width === 48)) return
    this.needed = needed
    this.fit()
  }

  /** Shares the room on the screen among the columns. It changes when facets or an object appear. */
  fit() {
    const { needed } = this
    if (!needed) return
    const widths = needed.map(width => Math.min(360, width))
    let room = $('answer').clientWidth - 4 - widths.reduce((sum, width) => sum + width, 0)
    for (const [position, width] of needed.entries()) {
      const more = Math.max(0, Math.min(room, width - widths[position]))
      widths[position] += more
      room -= more
    }
    widths.forEach((width, position) => { this.group.children[position].style.width = width + 'px' })
    this.grid.style.width = widths.reduce((sum, width) => sum + width, 0) + 'px'
    this.grid.classList.add('fixed')
    // The room may have been too wide for this place, before the facets came.
    if (this.left) this.frame.scrollLeft = this.left
    this.draw()
  }

  resize(size) {
    this.size = size
    this.height = Math.min(size * Table.row, Table.tallest)
    this.grid.setAttribute('aria-rowcount', size + 1)
    this.draw(true)
  }

  get visible() { return Math.max(10, Math.ceil(this.frame.clientHeight / Table.row)) }

  /** The first row on the screen. */
  get first() {
    const free = this.height - this.frame.clientHeight
    if (this.height < Table.tallest || free <= 0) return Math.floor(this.frame.scrollTop / Table.row)
    return Math.round(this.frame.scrollTop / free * Math.max(0, this.size - this.visible + 2))
  }

  draw(isNew = false) {
    const first = Math.max(0, Math.min(this.first, this.size - this.visible + 2))
    const from = Math.max(0, first - 15)
    const to = Math.min(this.size, first + this.visible + 15)
    if (!isNew && from === this.from && to === this.to) return
    ;[this.from, this.to] = [from, to]
    const above = this.height < Table.tallest ? from * Table.row : Math.max(0, this.frame.scrollTop - (first - from) * Table.row)
    const rows = []
    for (let position = from; position < to; position++) rows.push(this.element(position))
    const spacer = height => h('tr', { class: 'spacer', 'aria-hidden': 'true' }, h('td', { colspan: this.columns.length }))
    const [top, bottom] = [spacer(), spacer()]
    top.style.height = above + 'px'
    bottom.style.height = Math.max(0, this.height - above - (to - from) * Table.row) + 'px'
    this.body.replaceChildren(top, ...rows, bottom)
  }

  row(position) {
    const number = Math.floor(position / this.pageSize)
    const rows = this.pages.get(number)
    if (rows === undefined) this.load(number)
    return rows?.[position - number * this.pageSize]
  }

  async load(number) {
    this.pages.set(number, null)
    const reply = await ask('answer', { statement: this.statement, offset: number * this.pageSize })
    if (!reply?.rows) return this.pages.delete(number)
    this.pages.set(number, reply.rows)
    // What was passed long ago is fetched again.
    if (this.pages.size > 60) for (const old of this.pages.keys()) if (Math.abs(old - number) > 20) this.pages.delete(old)
    this.draw(true)
  }

  element(position) {
    const row = this.row(position)
    const cells = this.columns.map((column, index) => {
      const cell = row?.cells[index]
      const content = cell === undefined ? '…' : cell === null ? h('i', {}, 'nil') : typeof cell === 'string' ? cell : link(cell.text || '""', cell.link)
      const text = typeof cell === 'string' ? cell : cell?.text
      return h('td', { class: column.right ? 'right' : null, title: text?.length > 30 ? text : null }, content)
    })
    return h('tr', {
      id: `row-${position}`, 'aria-rowindex': position + 2, 'aria-selected': String(position === this.active), class: row?.link ? 'opens' : null,
      onclick: () => { if (getSelection().isCollapsed) this.choose(position, true) },
    }, ...cells)
  }

  choose(position, opens) {
    this.active = Math.max(0, Math.min(this.size - 1, position))
    this.grid.setAttribute('aria-activedescendant', `row-${this.active}`)
    // The head of the table covers the first row.
    const { scrollTop, clientHeight } = this.frame
    if (this.height < Table.tallest) {
      const top = this.active * Table.row
      if (top < scrollTop) this.frame.scrollTop = top
      else if (top + 2 * Table.row > scrollTop + clientHeight) this.frame.scrollTop = top + 2 * Table.row - clientHeight
    } else if (this.active < this.first || this.active >= this.first + this.visible - 2) {
      this.frame.scrollTop = this.active / this.size * (this.height - clientHeight)
    }
    this.draw(true)
    const row = this.row(this.active)
    if (!opens || !row?.link) return
    if (shown.groups) go(row.link, nameOf(row, labelsOf(shown)))
    else object(row.link)
  }

  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: this.visible - 3, PageUp: 3 - this.visible, Home: -this.size, End: this.size }
    if (event.target !== this.grid) return
    if (event.key in steps) {
      event.preventDefault()
      this.choose(Math.max(0, this.active + steps[event.key]), false)
    } else if (event.key === 'Enter' && this.active >= 0) {
      event.preventDefault()
      this.choose(this.active, true)
    } else if (event.key === 'Escape') {
      closeObject()
    }
  }
}

// MARK: Facets

async function facets(statement) {
  const reply = await askLater('facets', { statement })
  // Without a reply a newer statement is shown, and the facets on the page may already be its own.
  if (!reply?.facets?.length) return
  $('facets').replaceChildren(h('details', { open: wide.matches }, h('summary', {}, 'Narrow down'),
    reply.bounds ? h('p', { class: 'quiet' }, 'Counted without ', h('code', {}, reply.bounds)) : null,
    ...reply.facets.map(facet => h('section', {}, h('h3', {}, facet.name), h('ul', {},
      ...facet.values.map(value => h('li', {}, h('button', {
        type: 'button', 'aria-pressed': String(value.active), onclick: () => go(value.link, view.label, view.trail),
      }, h('span', {}, value.text ?? h('i', {}, 'nil')), h('span', { class: 'count' }, Number(value.count).toLocaleString('en'))))),
      facet.more ? h('li', {}, link('all values', facet.more, facet.name)) : null))),
    reply.left.length ? h('p', { class: 'quiet' }, `Not counted in time: ${reply.left.join(', ')}`) : null))
  table?.fit()
}

// MARK: Object

let opener = null

/** Shows an object. Someone who chose it goes on there. */
async function object(text, isChosen = true) {
  if (isChosen) opener = document.activeElement
  const reply = await ask('object', { object: text, statement: view.statement })
  if (!reply || reply.missing) return
  const panel = $('object')
  panel.hidden = false
  $('view').classList.add('with-object')
  table?.fit()
  if (reply.issues || reply.failure) return panel.replaceChildren(failure(reply))
  const close = h('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: closeObject }, '×')
  const links = reply.links.map(item => h('li', {}, link(item.name, item.link, `${reply.title}: ${item.name}`), h('span', { class: 'count' }, item.count?.toLocaleString('en') ?? '')))
  const values = reply.values.flatMap(value => [h('dt', {}, value.name),
    h('dd', {}, value.link ? link(value.text || '""', value.link) : value.text ?? h('i', {}, 'nil'))])
  panel.replaceChildren(close,
    h('h2', {}, h('small', {}, reply.entity), ' ', link(short(reply.title || reply.statement, 200), reply.statement)),
    ...(reply.why ? [h('h3', {}, reply.why.holds ? 'Why it is in the answer' : 'Why it is not in the answer'), h('ul', { class: 'why' }, why(reply.why))] : []),
    ...(links.length ? [h('h3', {}, 'Leads to'), h('ul', { class: 'links' }, ...links)] : []),
    h('h3', {}, 'Values'), h('dl', {}, ...values))
  panel.scrollTop = 0
  if (!isChosen) return
  panel.focus({ preventScroll: true })
  // On a narrow screen the head of the page stays above the object.
  if (wide.matches) return
  panel.style.scrollMarginTop = document.querySelector('header').offsetHeight + 8 + 'px'
  panel.scrollIntoView({ block: 'start' })
}

function closeObject() {
  if ($('object').hidden) return
  const hadFocus = $('object').contains(document.activeElement)
  $('object').hidden = true
  $('object').replaceChildren()
  $('view').classList.remove('with-object')
  table?.fit()
  if (hadFocus) (opener?.isConnected ? opener : table?.grid ?? editor.field).focus({ preventScroll: true })
  opener = null
}

/** A part of a condition: true or false, its words, the values that it compares, and its parts. */
function why(part) {
  const [mark, word] = part.holds === undefined ? ['!', 'failed'] : part.holds ? ['✓', 'true'] : ['✗', 'false']
  const text = ['and', 'or', 'not'].includes(part.kind) ? part.kind.toUpperCase() : part.text
  return h('li', { class: word + (part.decides ? ' decides' : '') },
    h('span', { class: 'verdict' }, h('span', { 'aria-hidden': 'true' }, mark), h('span', { class: 'hidden' }, word)), ' ', h('code', {}, text),
    ...part.values.map(value => h('p', { class: 'value' }, `${value.name} = ${value.text}`)),
    part.failure ? h('p', { class: 'value' }, part.failure) : null,
    part.parts.length ? h('ul', {}, ...part.parts.map(why)) : null)
}

// MARK: Tabs

let tab = 'answer'

async function select(name) {
  tab = name
  for (const button of $('tabs').children) {
    const isSelected = button.id === 'tab-' + name
    button.setAttribute('aria-selected', String(isSelected))
    button.tabIndex = isSelected ? 0 : -1
    $(button.getAttribute('aria-controls')).hidden = !isSelected
  }
  if (!shown || $(name).childElementCount > 0) return
  if (name === 'chart') return drawChart()
  if (name === 'misses') return misses(view.statement, $('misses'))
  if (name === 'answer') return
  const reply = await ask('forms', { statement: view.statement })
  if (!reply) return
  for (const form of ['sql', 'plan', 'swift', 'objc']) {
    $(form).replaceChildren(reply.failure || reply.issues ? failure(reply) : h('div', { class: 'form' },
      h('pre', { tabindex: '0' }, reply[form]), h('button', { type: 'button', onclick: event => {
        navigator.clipboard.writeText(reply[form]).then(() => { event.target.textContent = 'Copied' }, () => { event.target.textContent = 'Not copied' })
      } }, 'Copy')))
  }
}

async function misses(statement, place) {
  const reply = await ask('misses', { statement })
  if (!reply || !place) return
  if (reply.failure || reply.issues) return place.append(failure(reply))
  const items = reply.misses.map(miss => h('li', {}, h('p', {}, 'Without ', h('code', {}, miss.condition), ': ', link(miss.count, miss.link), ' more'),
    h('ul', {}, ...miss.examples.map(example => h('li', {}, h('button', { type: 'button', class: 'plain', onclick: () => object(example.link) }, example.text), example.values ? h('span', { class: 'quiet' }, ' ', example.values) : null)))))
  const findings = reply.findings.map(finding => h('li', {}, finding.text, finding.link ? fixButton(finding.link) : null))
  place.append(items.length + findings.length === 0 ? h('p', { class: 'quiet' }, ...withoutMisses(reply, place === $('answer')))
    : h('ul', { class: 'misses' }, ...findings, ...items))
}

/** Why there are no near misses. */
function withoutMisses({ conditions, condition }, isEmptyAnswer) {
  const noun = shown?.groups === false ? shown.singular : 'object'
  if (isEmptyAnswer && conditions === 1) return [`No ${noun} meets `, h('code', {}, condition), '.']
  if (isEmptyAnswer && conditions === 0) return [`There is no ${noun}.`]
  return [conditions > 1 ? `No ${noun} meets all conditions but one.` : 'A near miss meets all conditions but one. This statement has fewer than two conditions.']
}

// MARK: Charts

/** The columns that tell groups apart; the first one of groups that show none. */
function labelsOf(reply) {
  const keys = reply.columns.flatMap((column, position) => column.key ? [position] : [])
  return keys.length ? keys : [Math.max(0, reply.columns.findIndex(column => column.kind !== 'number'))]
}

/** What a group is called: the texts of some columns. */
const nameOf = (row, columns) => columns.map(position => row.cells[position]).map(cell => cell?.text ?? cell ?? 'nil').join(', ')

/** Labels that are all first days of months, as months. */
const asMonths = labels => labels.every(label => /^\d{4}-\d\d-01$/.test(label)) ? labels.map(label => label.slice(0, 7)) : labels

/** What a chart of an answer shows: the columns of labels, and those of numbers; null for an answer without groups or numbers. */
function chartOf(reply) {
  if (!reply.groups || reply.rows.length === 0) return null
  const labels = labelsOf(reply)
  const numbers = reply.columns.flatMap((column, position) => !labels.includes(position) && column.values && column.kind === 'number' ? [position] : [])
  return numbers.length ? { labels, numbers } : null
}

async function drawChart(column) {
  const own = shown
  // A chart shows more groups than the first rows of the table.
  const more = own.more ? own.charted ?? await ask('chart', { statement: view.statement }) : own
  if (own !== shown || !more) return
  if (more.failure || more.issues) return $('chart').replaceChildren(failure(more))
  own.charted = more
  if (!more.more) own.total ??= more.rows.length
  const reply = chartOf(more) ? more : own
  const chart = chartOf(reply)
  own.drawn = column ?? own.drawn ?? chart.numbers.at(-1)
  const { name } = reply.columns[own.drawn]
  const series = seriesOf(reply, chart, own.drawn)
  const choice = chart.numbers.length > 1 ? h('label', {}, 'Values ', h('select', { onchange: event => drawChart(Number(event.target.value)) },
    ...chart.numbers.map(number => h('option', { value: String(number), selected: number === own.drawn }, reply.columns[number].name)))) : null
  const title = `${name} by ${chart.labels.map(label => reply.columns[label].name).join(', ')}`
  const picture = series ? lines(title, series) : bars(title, chart.labels, reply.columns[own.drawn].values, reply.rows)
  const drawn = series ? reply.rows.length : Math.min(mostBars, reply.rows.length)
  const total = own.total?.toLocaleString('en') ?? 'more'
  const left = series ? nilCount(reply.columns[axisOf(reply, chart)]) : 0
  $('chart').replaceChildren(h('figure', {}, h('figcaption', {}, title, ' ', choice), series?.length > 1 ? legend(series) : '', picture),
    own.total !== drawn ? h('p', { class: 'quiet' }, `The first ${drawn.toLocaleString('en')} of ${total} ${own.plural}.`) : '',
    left ? h('p', { class: 'quiet' }, `${left === 1 ? '1 group has' : `${left.toLocaleString('en')} groups have`} nil for ${reply.columns[axisOf(reply, chart)].name} and no place on a line.`) : '')
}

const mostBars = 60
/** The most lines of one chart: so many signs can be told apart. */
const mostLines = 6
const cellText = value => value === null ? 'nil' : Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(6)))

/** The key that a line runs along: the only one of dates, or else of numbers. Undefined without such a key. */
function axisOf({ columns }, { labels }) {
  const axes = ['date', 'number'].map(kind => labels.filter(label => columns[label].kind === kind && columns[label].values))
  return axes.find(found => found.length === 1)?.[0]
}

/** How many groups have no place on a line. */
const nilCount = column => column.values.filter(place => place === null).length

/** The lines of a chart: numbers along the only key of dates or numbers, a line for each value of the other keys. Null if bars fit better. */
function seriesOf({ rows, columns }, { labels }, column) {
  const axis = axisOf({ columns }, { labels })
  if (axis === undefined || rows.length - nilCount(columns[axis]) < 3) return null
  const others = labels.filter(label => label !== axis)
  const series = new Map()
  rows.forEach((row, position) => {
    if (columns[axis].values[position] === null) return
    const name = nameOf(row, others)
    if (!series.has(name)) series.set(name, [])
    series.get(name).push({ place: columns[axis].values[position], value: columns[column].values[position], label: nameOf(row, [axis]) })
  })
  const isLine = series.size <= mostLines && [...series.values()].every(points => new Set(points.map(point => point.place)).size === points.length)
  return isLine ? [...series].map(([name, points]) => ({ name, points: points.filter(point => point.value !== null).sort((a, b) => a.place - b.place) })) : null
}

/** The sign of a line at a point: its form tells lines apart, not its colour alone. */
const sign = (number, x, y, size) => svg('path', {
  class: `value line-${number}`, transform: `translate(${x} ${y}) scale(${size})`,
  d: ['M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0', 'M-1 -1H1V1H-1z', 'M0 -1.2L1.2 1H-1.2z', 'M0 -1.4L1.4 0L0 1.4L-1.4 0z', 'M0 1.2L1.2 -1H-1.2z', 'M-1.3 -.4H-.4V-1.3H.4V-.4H1.3V.4H.4V1.3H-.4V.4H-1.3z'][number],
})

function legend(series) {
  return h('ul', { class: 'legend' }, ...series.map(({ name }, number) => {
    const picture = svg('svg', { width: 14, height: 14, 'aria-hidden': 'true' })
    picture.append(sign(number, 7, 7, 4.5))
    return h('li', {}, picture, ' ', short(name, 60))
  }))
}

function bars(title, columns, values, rows) {
  const count = Math.min(values.length, mostBars)
  const [width, right, height] = [chartWidth(), 70, 26]
  const left = Math.min(190, width * 0.45)
  const drawn = values.slice(0, count).map(value => value ?? 0)
  const [low, high] = [Math.min(0, ...drawn), Math.max(0, ...drawn)]
  const x = value => left + (value - low) / (high - low || 1) * (width - left - right)
  const picture = svg('svg', { viewBox: `0 0 ${width} ${count * height + 4}`, width, role: 'group', 'aria-label': title })
  const labels = asMonths(drawn.map((_, position) => nameOf(rows[position], columns)))
  drawn.forEach((value, position) => {
    const y = position * height + 2
    const label = labels[position]
    const text = `${label}: ${cellText(values[position])}`
    const group = svg('g', { class: 'bar', role: 'img', 'aria-label': text })
    group.append(svg('title', {}, text),
      svg('rect', { x: 0, y, width, height, class: 'row' }),
      svg('text', { x: left - 8, y: y + 17, 'text-anchor': 'end' }, short(label, Math.floor((left - 8) / 7.5))),
      svg('rect', { x: Math.min(x(0), x(value)), y: y + 4, width: Math.max(1, Math.abs(x(value) - x(0))), height: height - 8, rx: 2, class: 'value' }),
      svg('text', { x: Math.max(x(0), x(value)) + 6, y: y + 17, class: 'count' }, cellText(values[position])))
    const target = rows[position].link
    if (target) {
      group.setAttribute('role', 'link')
      group.setAttribute('tabindex', '0')
      group.addEventListener('click', () => go(target, label))
      group.addEventListener('keydown', event => { if (event.key === 'Enter') go(target, label) })
    }
    picture.append(group)
  })
  return picture
}

/** The units of a chart are the pixels of the screen, so that its texts have the size of others. */
const chartWidth = () => Math.max(300, Math.min(1600, $('chart').clientWidth || 720))

/** A round distance of about a quarter. */
function tick(distance, isWhole) {
  const power = 10 ** Math.floor(Math.log10(distance / 4 || 1))
  const step = [1, 2, 5, 10].find(step => step * power >= distance / 4) * power
  return isWhole ? Math.max(1, step) : step
}

function lines(title, series) {
  const [width, height, left, bottom, top] = [chartWidth(), 320, 70, 40, 14]
  const points = series.flatMap(({ points }) => points)
  const labels = [...new Map(points.map(point => [point.place, point.label]))].sort((a, b) => a[0] - b[0])
  const [from, to] = [labels[0]?.[0] ?? 0, labels.at(-1)?.[0] ?? 1]
  const values = points.map(point => point.value)
  let [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
  if (points.length === 0) [low, high] = [0, 1]
  // Lines that stay far from zero show their changes; lines that come near to it show zero, too. The shell does the same.
  if (low > 0 && low <= high / 2) low = 0
  if (high < 0 && high >= low / 2) high = 0
  const step = tick(high - low, values.every(Number.isInteger))
  ;[low, high] = [Math.floor(low / step) * step, Math.ceil(high / step) * step]
  if (low === high) [low, high] = [low - step, high + step]
  const x = place => left + (place - from) / (to - from || 1) * (width - left - 20)
  const y = value => top + (high - value) / (high - low) * (height - top - bottom)
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, role: 'img', 'aria-label': title })
  for (let number = 0; number <= Math.round((high - low) / step); number++) {
    const value = low + number * step
    picture.append(svg('line', { x1: left, x2: width - 20, y1: y(value), y2: y(value), class: 'grid' }),
      svg('text', { x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, cellText(value)))
  }
  const every = Math.max(1, Math.ceil(labels.length / (width / 100)))
  const names = asMonths(labels.map(label => label[1]))
  if (low > 0 || high < 0) picture.append(svg('text', { x: left, y: 10, class: 'count' }, `The axis begins at ${cellText(low > 0 ? low : high)}, not at 0.`))
  labels.forEach(([place], position) => {
    if (position % every !== 0) return
    const text = short(names[position], 14)
    // A label at the right end stays inside: a character takes at most eight pixels.
    picture.append(svg('text', { x: Math.min(x(place), width - text.length * 4), y: height - 14, 'text-anchor': 'middle' }, text))
  })
  series.forEach(({ name, points: own }, number) => {
    picture.append(svg('polyline', { points: own.map(point => `${x(point.place)},${y(point.value)}`).join(' '), class: `line line-${number}` }))
    for (const point of own) {
      const dot = sign(number, x(point.place), y(point.value), points.length > 200 ? 1.5 : 3.5)
      dot.append(svg('title', {}, `${name ? name + ', ' : ''}${point.label}: ${cellText(point.value)}`))
      picture.append(dot)
    }
  })
  return picture
}

// MARK: Events

editor.field.addEventListener('input', () => editor.typed())
editor.field.addEventListener('keydown', event => editor.key(event))
editor.field.addEventListener('blur', () => editor.close())
editor.field.addEventListener('scroll', () => { $('marks').scrollTop = editor.field.scrollTop })
$('ask').addEventListener('submit', event => { event.preventDefault(); submit() })
$('home').addEventListener('click', event => { event.preventDefault(); go('', '', []) })
$('skip').addEventListener('click', event => { event.preventDefault(); (table?.grid ?? $('answer')).focus() })
$('cancel').addEventListener('click', () => {
  run += 1
  ask('cancel')
  $('cancel').hidden = true
  $('summary').textContent = 'Cancelled.'
  editor.field.focus()
})
for (const format of formats) $(format).addEventListener('click', save)
$('tabs').addEventListener('click', event => {
  const button = event.target.closest('[role=tab]')
  if (button) select(button.getAttribute('aria-controls'))
})
$('tabs').addEventListener('keydown', event => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const tabs = [...$('tabs').children].filter(button => !button.hidden)
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length]
  next.focus()
  select(next.getAttribute('aria-controls'))
})
$('object').addEventListener('keydown', event => { if (event.key === 'Escape') closeObject() })
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return
  event.preventDefault()
  editor.field.focus()
  editor.field.select()
})
addEventListener('popstate', open)
addEventListener('resize', () => {
  editor.resize()
  table?.fit()
  table?.draw(true)
  if (tab === 'chart' && shown) drawChart()
})

open()
if ($('start').hidden) askSchema()
