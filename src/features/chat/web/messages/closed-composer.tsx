import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import styles from './composer.module.css'

type ClosedComposerProps = {
  text: string
  action?: ReactNode | undefined
  children?: ReactNode | undefined
}

/** Shown instead of the composer: the reason why the reader can't write. */
export function ClosedComposer({ text, action, children }: ClosedComposerProps) {
  return (
    <div className={styles.composer}>
      <div className={classNames(styles.line, styles.closed)}>
        <textarea
          className={classNames('input', styles.field)}
          rows={1}
          disabled
          aria-label="Message"
          placeholder={text}
        />
        {action}
      </div>
      {children && <p className="micro faint">{children}</p>}
    </div>
  )
}
