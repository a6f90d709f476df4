import { classNames } from './class-names'
import styles from './markdown.module.css'

/** HTML that the server made of Markdown: `platform/markdown` escapes the author's tags, so nothing else may be passed here. */
export function Markdown({ html, className }: { html: string; className?: string | undefined }) {
  return <div className={classNames(styles.markdown, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
