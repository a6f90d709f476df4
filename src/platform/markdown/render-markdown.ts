import { parser } from './parser'

// The number of texts in the cache. Each is at most a page long, and events are viewed far more often than edited.
const MAX_CACHED = 500
const cached = new Map<string, string>()

/**
 * Renders user-written Markdown to safe HTML, cached in memory. Headings start at the third level, below those of the
 * page. Line breaks are preserved.
 */
export function renderMarkdown(markdown: string): string {
  const found = cached.get(markdown)
  if (found !== undefined) {
    // Keeps the most recently used texts.
    cached.delete(markdown)
    cached.set(markdown, found)
    return found
  }
  const html = render(markdown)
  const oldest = cached.keys().next().value
  if (cached.size >= MAX_CACHED && oldest !== undefined) cached.delete(oldest)
  cached.set(markdown, html)
  return html
}

function render(markdown: string): string {
  const tokens = parser.parse(markdown, {})
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`
  return parser.renderer.render(tokens, { ...parser.options, breaks: true }, {}).trim()
}
