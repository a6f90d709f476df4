import { type ReactNode, useId } from 'react'
import { classNames } from '~/design/class-names'
import styles from './settings-page.module.css'

/** A section of the settings page: its name and a sentence next to its fields. */
export function SettingsSection({
  title,
  about,
  children,
}: {
  title: string
  about?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section className="form-part" aria-labelledby={titleId}>
      <header>
        <h2 className="title-2" id={titleId}>
          {title}
        </h2>
        {about !== undefined && <p className="small muted">{about}</p>}
      </header>
      <div className={classNames('form-part-fields', styles.fields)}>{children}</div>
    </section>
  )
}
