import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findScope } from '~/platform/http/request-scope'
import { serve } from '~/serve'

// The product as `npm start` runs it, with signals, jobs and database, but with a plain page. For tests that need a
// process and not the full build.
await serve({
  clientFolder: mkdtempSync(join(tmpdir(), 'back-to-back-client-')),
  renderPage: async () => {
    await findScope()?.caller()
    return new Response(`<!doctype html><title>Process ${process.pid}</title>`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})
