// Copies the files of the standard into the package: node build.js. With --clean it takes them away again.
const fs = require("fs"), path = require("path");

const standard = path.join(__dirname, "standard"), source = path.join(__dirname, "../..");
const contents = JSON.parse(fs.readFileSync(path.join(__dirname, "../contents.json"), "utf8"));
const version = fs.readFileSync(path.join(source, "VERSION"), "utf8").trim();

fs.rmSync(standard, { recursive: true, force: true });
if (!process.argv.includes("--clean")) {
  if (require("./package.json").version !== version) throw new Error(`package.json has another version than the suite: ${version}`);
  const files = [...contents.files];
  for (const folder of contents.folders)
    for (const entry of fs.readdirSync(path.join(source, folder), { withFileTypes: true }))
      if (entry.isFile()) files.push(`${folder}/${entry.name}`);
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(standard, file)), { recursive: true });
    fs.copyFileSync(path.join(source, file), path.join(standard, file));
  }
}
