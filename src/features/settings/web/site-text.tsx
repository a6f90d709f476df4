import type { TextSection } from '../contract-shapes'
import { Markdown } from '~/design/markdown'

/** The text of one section. */
export function SiteText({ html }: Pick<TextSection, 'html'>) {
  return <Markdown html={html} />
}
