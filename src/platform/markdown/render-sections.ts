import type { Token } from 'markdown-it'
import { parser } from './parser'

export interface RenderedSection {
  /** Text of the heading. Null for the part before the first heading. */
  title: string | null
  /** Safe HTML with the few supported Markdown elements. */
  html: string
}

/**
 * Renders Markdown for public pages, with a new section at each heading of the first two levels. Escapes HTML tags, and
 * allows no images, and only http(s) and mailto links. `fill` replaces placeholders in the text, never in URLs; its
 * result is escaped.
 */
export function renderSections(
  markdown: string,
  fill: (text: string) => string = (text) => text,
): RenderedSection[] {
  const tokens = parser.parse(markdown, {})
  fillIn(tokens, fill)
  const sections: { title: string | null; tokens: Token[] }[] = []
  for (let place = 0; place < tokens.length; place += 1) {
    const [token, inside] = [tokens[place], tokens[place + 1]]
    if (token === undefined) break
    if (isSectionHeading(token) && inside) {
      sections.push({ title: getText(inside), tokens: [] })
      // Skips the heading's two other tokens: its text and its end.
      place += 2
      continue
    }
    const current = sections.at(-1)
    if (current) current.tokens.push(token)
    else sections.push({ title: null, tokens: [token] })
  }
  return sections.map(({ title, tokens: own }) => ({
    title: title === '' ? null : title,
    html: parser.renderer.render(own, parser.options, {}),
  }))
}

/** Whether this is a heading of the document itself, not of a quotation or a list. */
function isSectionHeading({ type, tag, level }: Token): boolean {
  return type === 'heading_open' && level === 0 && (tag === 'h1' || tag === 'h2')
}

function fillIn(tokens: readonly Token[], fill: (text: string) => string): void {
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline') token.content = fill(token.content)
    if (token.children) fillIn(token.children, fill)
  }
}

function getText(inline: Token): string {
  const parts = (inline.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
  return parts.join('').trim()
}
