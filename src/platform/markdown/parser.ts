import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'

/**
 * What people write for others: no tag of theirs comes through (it is shown as the words it is), no picture, and no link but
 * to http(s) and mailto.
 */
export const parser = createParser()

function createParser(): Parser {
  const made = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')
  // Whoever looks at a page of ours tells nobody else of it, and one may only be led to what is named as it is.
  made.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address.trim())
  made.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet('rel', 'noopener nofollow')
    return self.renderToken(tokens, index, options)
  }
  return made
}
