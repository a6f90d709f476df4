import type { ReactNode } from 'react'
import { Icon, type LucideIcon } from '~/design/icon'
import './settings-parts.css'

type SettingRowProps = {
  icon?: LucideIcon
  title: ReactNode
  /** Beside the title. */
  badge?: ReactNode
  /** Under it, small. */
  detail?: ReactNode
  /** The value itself, under the title: larger than a detail. */
  value?: ReactNode
  /** Buttons, or a word. */
  end?: ReactNode
  /** Across the whole row, below. */
  children?: ReactNode
}

/** One thing of a section, in a `<ul className="rows">`. On a phone its buttons go below when they find no room beside. */
export function SettingRow({ icon, title, badge, detail, value, end, children }: SettingRowProps) {
  return (
    <li className="setr">
      {icon && <Icon of={icon} />}
      <div className="setr-w">
        <p className="setr-t">
          <b className="b">{title}</b> {badge}
        </p>
        {value !== undefined && <p className="m2">{value}</p>}
        {detail !== undefined && <p className="small m2">{detail}</p>}
      </div>
      {end !== undefined && <div className="row end">{end}</div>}
      {children !== undefined && <div className="setr-more">{children}</div>}
    </li>
  )
}
