import { classNames } from './class-names'
import { useSiteName } from './site-name'
import { Mark } from './mark'
import styles from './logo.module.css'

export function Logo({ className }: { className?: string | undefined }) {
  const name = useSiteName()
  return (
    <a className={classNames(styles.logo, className)} href="/" aria-label={`${name}, home`}>
      <Mark />
      <span>{name}</span>
    </a>
  )
}
