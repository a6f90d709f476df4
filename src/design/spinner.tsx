import { classNames } from './class-names'

/** Decorative: the verb beside it says what is going on. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span className={classNames('ldr', className)} aria-hidden="true" />
}
