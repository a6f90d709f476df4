import type { Token } from 'markdown-it'
import { parser } from './parser'

export interface RenderedSection {
  /** The words of the heading, as text. Null: what stands before the first heading, or under none. */
  title: string | null
  /** Safe to be put into a page as it is: made of the few elements of Markdown, whatever the author wrote. */
  html: string
}

/**
 * Markdown of somebody who may write for everybody, in parts by its headings of the first two levels. No tag of the author comes
 * through (they are shown as the words they are), no picture, and no link but to http(s) and mailto. `fill` replaces words in
 * the text, never in an address; what it answers is text too, in which nothing is markup.
 */
export function renderSections(
  markdown: string,
  fill: (words: string) => string = (words) => words,
): RenderedSection[] {
  const tokens = parser.parse(markdown, {})
  fillIn(tokens, fill)
  const sections: { title: string | null; tokens: Token[] }[] = []
  for (let place = 0; place < tokens.length; place += 1) {
    const [token, inside] = [tokens[place], tokens[place + 1]]
    if (token === undefined) break
    if (isSectionHeading(token) && inside) {
      sections.push({ title: wordsOf(inside), tokens: [] })
      // Past the words and the end of the heading.
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

/** A heading of the whole text; within a quotation or a list it is part of those. */
function isSectionHeading({ type, tag, level }: Token): boolean {
  return type === 'heading_open' && level === 0 && (tag === 'h1' || tag === 'h2')
}

function fillIn(tokens: readonly Token[], fill: (words: string) => string): void {
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline') token.content = fill(token.content)
    if (token.children) fillIn(token.children, fill)
  }
}

function wordsOf(inline: Token): string {
  const words = (inline.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
  return words.join('').trim()
}
