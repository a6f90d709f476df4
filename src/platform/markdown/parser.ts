import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'

/** Parser for user-written Markdown. It escapes HTML tags, and allows no images, and only http(s) and mailto links. */
export const parser = createParser()

function createParser(): Parser {
  const made = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')
  // Images are off, because they would reveal page visits to other servers. Other schemes are off, because a link must
  // show where it leads.
  made.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address.trim())
  made.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet('rel', 'noopener nofollow')
    return self.renderToken(tokens, index, options)
  }
  return made
}
