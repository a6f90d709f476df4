import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import styles from './setting-row.module.css'

type SettingRowProps = {
  icon?: LucideIcon
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

/** One setting in a `<ul className="row-list">`. On a phone its buttons wrap below the text. */
export function SettingRow({ icon, title, badge, detail, value, end, children }: SettingRowProps) {
  return (
    <li className={styles.setting}>
      {icon && <Icon of={icon} />}
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
