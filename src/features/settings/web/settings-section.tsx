import { type ReactNode, useId } from 'react'
import { classNames } from '~/design/class-names'
import styles from './settings-page.module.css'

/** One of the parts of the screen: its name and a sentence beside its fields. */
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
