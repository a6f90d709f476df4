import { escapeHtml } from '~/lib/escape-html'
import type { OpenApiDocument } from './openapi'

interface Operation {
  method: string
  path: string
  tag: string
  summary: string
  details: string
}

/** The document as one page that needs no script and nobody else's server. */
export function renderReference(document: OpenApiDocument): string {
  const operations = listOperations(document)
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort()
  const sections = tags.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag)
    return `<section id="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>${own.map(renderOperation).join('')}</section>`
  })
  const links = tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escapeHtml(document.info.title)}</title><style>${style}</style></head>
<body><header><h1>${escapeHtml(document.info.title)} API</h1><p>${escapeHtml(document.info.description ?? '')}</p>
<p>All paths are below <code>/api/v1</code>. The same as data: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Sections">${links.join(' ')}</nav></header><main>${sections.join('')}</main></body></html>`
}

function listOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item?.[method]
      if (!operation) return []
      const details = [
        block('Parameters', operation.parameters),
        block(
          'Body',
          operation.requestBody && 'content' in operation.requestBody && schemaOf(operation.requestBody),
        ),
        ...Object.entries(operation.responses ?? {}).map(([status, response]) =>
          block(`Answer ${status}`, 'content' in response ? schemaOf(response) : undefined),
        ),
      ]
      const tag = operation.tags?.[0] ?? path.split('/')[1] ?? 'other'
      return [{ method, path, tag, summary: operation.summary ?? '', details: details.join('') }]
    }),
  )
}

function schemaOf(holder: { content?: Record<string, { schema?: unknown }> }): unknown {
  return Object.values(holder.content ?? {})[0]?.schema
}

function block(title: string, value: unknown): string {
  if (!value || (Array.isArray(value) && value.length === 0)) return ''
  return `<h4>${escapeHtml(title)}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

function renderOperation({ method, path, summary, details }: Operation): string {
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>${details}</details>`
}

// The ink and paper of the product, written out: platform knows no design.
const style = `:root{color-scheme:light dark;--bg:light-dark(#f4f3ef,#100f0d);--text:light-dark(#151410,#f6f4ee);--quiet:light-dark(#57544c,#c1beb7);--line:light-dark(#d3cfc4,#33312d);--hover:light-dark(#eae8e1,#201f1c);font:15px/1.5 Arial,sans-serif;background:var(--bg);color:var(--text)}
body{max-width:60rem;margin:0 auto;padding:2.5rem clamp(1rem,2.8vw,2.5rem) 5rem;overflow-wrap:anywhere}
h1{margin:.5rem 0;font-size:clamp(2rem,1.4rem + 2.6vw,3.5rem);line-height:1;letter-spacing:-.04em}
a{color:inherit}:focus-visible{outline:2px solid light-dark(#151410,#ecf241);outline-offset:2px}
h2{margin:2.5rem 0 .5rem;text-transform:capitalize}nav a{display:inline-block;padding:.25rem 0;margin-right:1.25rem;text-transform:capitalize}
details{border-top:1px solid var(--line)}details:last-of-type{border-bottom:1px solid var(--line)}details[open]{padding-bottom:1rem}
summary{cursor:pointer;padding:.75rem 0;color:var(--quiet)}summary:hover{background:var(--hover)}summary b{display:inline-block;min-width:4.5rem;color:var(--text)}
summary code{margin-right:.75rem;color:var(--text)}h4{margin:1rem 0 .25rem}
pre{overflow:auto;max-height:24rem;margin:0;padding:.75rem;background:var(--hover);font-size:.8125rem}`
