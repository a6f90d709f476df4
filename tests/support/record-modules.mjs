import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Loaded with --import by a process whose modules a test lists: writes the URL of each into MODULES_FILE.
registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.MODULES_FILE, `${url}\n`)
    return nextLoad(url, context)
  },
})
