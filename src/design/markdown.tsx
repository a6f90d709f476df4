import { classNames } from './class-names'
import styles from './markdown.module.css'

/**
 * Renders HTML that the server made from Markdown. Pass nothing else: only `platform/markdown` escapes the author's
 * tags.
 */
export function Markdown({ html, className }: { html: string; className?: string | undefined }) {
  return <div className={classNames(styles.markdown, className)} dangerouslySetInnerHTML={{ __html: html }} />
}
