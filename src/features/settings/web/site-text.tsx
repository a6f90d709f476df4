import type { TextSection } from '../contract-shapes'
import { Markdown } from '~/design/markdown'

export function SiteText({ html }: Pick<TextSection, 'html'>) {
  return <Markdown html={html} />
}
