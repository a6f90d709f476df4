import { escapeHtml } from '~/lib/escape-html'
import { type HttpResponse, createHtmlResponse } from './http-response'

/** Returns the page for a failed rendering. It depends on nothing that may have failed. */
export function createErrorPage(requestId: string): HttpResponse {
  return createHtmlResponse(
    500,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;margin:20vh auto 0;padding:0 1rem}</style></head>
<body><main><h1>Something went wrong on our side</h1><p>It wasn’t your fault. Reload the page to try again. If it happens again, contact us with this number: <code>${escapeHtml(requestId)}</code>.</p>
<p><a href="">Try again</a> · <a href="/">Return to Home</a></p></main></body></html>`,
  )
}
