import { classNames } from './class-names'
import { useHouseName } from './house-name'
import { Mark } from './mark'
import styles from './logo.module.css'

/** The mark and the name of the house: the way home. */
export function Logo({ className }: { className?: string | undefined }) {
  const name = useHouseName()
  return (
    <a className={classNames(styles.logo, className)} href="/" aria-label={`${name}, home`}>
      <Mark />
      <span>{name}</span>
    </a>
  )
}
