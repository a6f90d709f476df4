import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import styles from './setting-row.module.css'

type SettingRowProps = {
  icon?: LucideIcon
  /** Color of the icon. Default: neutral. */
  iconTone?: 'red' | 'orange' | undefined
  title: ReactNode
  badge?: ReactNode
  detail?: ReactNode
  /** Below the title, in normal size. */
  value?: ReactNode
  /** Buttons or text at the right edge. */
  end?: ReactNode
  /** Content below, across the full row. */
  children?: ReactNode
}

const tones = { red: styles.red, orange: styles.orange }

/** One setting in a `<ul className="row-list">`. On a phone its buttons wrap below the text. */
export function SettingRow({ icon, iconTone, title, badge, detail, value, end, children }: SettingRowProps) {
  return (
    <li className={styles.setting}>
      {icon && <Icon of={icon} className={iconTone && tones[iconTone]} />}
      <div className={styles.text}>
        <p className={styles.title}>
          <b className="bold">{title}</b> {badge}
        </p>
        {value !== undefined && <p className="muted">{value}</p>}
        {detail !== undefined && <p className={classNames('small muted', styles.detail)}>{detail}</p>}
      </div>
      {end !== undefined && <div className={classNames('row end', styles.actions)}>{end}</div>}
      {children !== undefined && <div className={styles.below}>{children}</div>}
    </li>
  )
}
