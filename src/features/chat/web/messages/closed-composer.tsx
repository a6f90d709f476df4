import type { ReactNode } from 'react'

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
    <div className="cmp">
      <div className="cmi clo">
        <textarea className="in" rows={1} disabled aria-label="Message" placeholder={words} />
        {action}
      </div>
      {children && <p className="micro m3">{children}</p>}
    </div>
  )
}
