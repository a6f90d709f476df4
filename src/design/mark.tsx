import type { ComponentProps } from 'react'
import { MARK_PATHS, MARK_SIZE } from './mark-paths'

/** The mark: a record cut in half with offset halves. Takes the text color; decorative. */
export function Mark({ className, ...rest }: Omit<ComponentProps<'svg'>, 'children' | 'viewBox'>) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      {...rest}
      className={className}
      viewBox={`0 0 ${MARK_SIZE} ${MARK_SIZE}`}
    >
      {MARK_PATHS.map((half) => (
        <path key={half} fill="currentColor" d={half} />
      ))}
    </svg>
  )
}
