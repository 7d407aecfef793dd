// Browsers run no workers for pages that are opened from a folder. There the search runs in a hidden frame with the same messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.appendChild(frame)
      this.page = frame.contentWindow
      this.page.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      this.loaded = new Promise((resolve, reject) => {
        const script = this.page.document.createElement("script")
        script.src = address
        script.onload = resolve
        script.onerror = reject
        this.page.document.body.appendChild(script)
      })
    }

    postMessage(data) {
      this.loaded.then(() => this.page.dispatchEvent(new MessageEvent("message", { data })))
    }

    terminate() {}
  }
}
