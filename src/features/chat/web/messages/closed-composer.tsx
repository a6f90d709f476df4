import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import styles from './composer.module.css'

type ClosedComposerProps = {
  /** Why nobody, or not this reader, writes here. */
  words: string
  action?: ReactNode | undefined
  /** What else there is to say about it. */
  children?: ReactNode | undefined
}

/** Stands where one would write, and says why one cannot. */
export function ClosedComposer({ words, action, children }: ClosedComposerProps) {
  return (
    <div className={styles.composer}>
      <div className={classNames(styles.line, styles.closed)}>
        <textarea
          className={classNames('in', styles.field)}
          rows={1}
          disabled
          aria-label="Message"
          placeholder={words}
        />
        {action}
      </div>
      {children && <p className="micro m3">{children}</p>}
    </div>
  )
}
