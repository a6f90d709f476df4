import { escapeHtml } from '~/lib/escape-html'

/** Turns off Scalar's cloud, telemetry, and fonts from another server. */
const options = {
  agent: { disabled: true },
  hideClientButton: true,
  mcp: { disabled: true },
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
}

/** Returns the API reference page. Scalar renders the document in the browser. */
export function renderApiReference(title: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escapeHtml(title)}</title></head>
<body><noscript>This page needs JavaScript. The same data as JSON: <a href="/api/openapi.json">openapi.json</a></noscript>
<script id="api-reference" data-url="/api/openapi.json" data-configuration="${escapeHtml(JSON.stringify(options))}"></script>
<script src="/api-reference.js"></script></body></html>
`
}
