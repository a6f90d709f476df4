import type { TextSection } from '../contract-shapes'
import '~/design/markdown.css'

/**
 * The words of one section. Put in as HTML, which is safe for one reason only: it comes from platform/markdown on our server, which
 * makes it of the few elements of Markdown, shows every tag of the author as text, and lets links lead to http(s) and mailto
 * alone. Nothing else may be passed here.
 */
export function HouseText({ html }: Pick<TextSection, 'html'>) {
  return <div className="md" dangerouslySetInnerHTML={{ __html: html }} />
}
