import styles from './badge.module.css'
import { classNames } from './class-names'

/** The mark next to a verified name, read aloud as a word. */
export function VerifiedBadge({ className }: { className?: string | undefined }) {
  return (
    <>
      <span className={classNames(styles.verified, className)} title="Verified" aria-hidden="true">
        <svg viewBox="0 0 16 16" width="100%" height="100%" focusable="false">
          <path fill="currentColor" d="M7.4 0a6.6 6.6 0 0 0 0 13.2zM8.6 2.8V16a6.6 6.6 0 0 0 0-13.2z" />
        </svg>
      </span>
      <span className="visually-hidden">Verified</span>
    </>
  )
}
