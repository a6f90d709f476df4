import { parser } from './parser'

// An event is opened far more often than it is written; the texts are as long as a page.
const MOST_KEPT = 500
const kept = new Map<string, string>()

/**
 * Markdown of somebody as HTML that is safe to be put into a page as it is, whatever they wrote. Its headings begin at the third
 * level: the page has its own first and second. A line break in it is one on the page. Kept in memory per text.
 */
export function renderMarkdown(markdown: string): string {
  const found = kept.get(markdown)
  if (found !== undefined) {
    // The ones that were asked for last stay.
    kept.delete(markdown)
    kept.set(markdown, found)
    return found
  }
  const html = render(markdown)
  const oldest = kept.keys().next().value
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
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
