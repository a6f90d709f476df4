import { parser } from './parser'

// Events are viewed far more often than edited; texts are up to a page long.
const MAX_CACHED = 500
const kept = new Map<string, string>()

/**
 * Renders user-written Markdown to safe HTML. Headings start at the third level, below the page's own. Line breaks stay
 * line breaks. Cached in memory per text.
 */
export function renderMarkdown(markdown: string): string {
  const found = kept.get(markdown)
  if (found !== undefined) {
    // Keeps the most recently used texts.
    kept.delete(markdown)
    kept.set(markdown, found)
    return found
  }
  const html = render(markdown)
  const oldest = kept.keys().next().value
  if (kept.size >= MAX_CACHED && oldest !== undefined) kept.delete(oldest)
  kept.set(markdown, html)
  return html
}

function render(markdown: string): string {
  const tokens = parser.parse(markdown, {})
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`
  return parser.renderer.render(tokens, { ...parser.options, breaks: true }, {}).trim()
}
