import { type ReactNode, useId } from 'react'
import { classNames } from '~/design/class-names'
import styles from './profile.module.css'

type FormSectionProps = { title: string; about?: string | undefined; children: ReactNode }

export function FormSection({ title, about, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className={classNames('form-part', styles.section)} aria-labelledby={titleId}>
      <header>
        <h2 className="title-2" id={titleId}>
          {title}
        </h2>
        {about && <p className="small muted">{about}</p>}
      </header>
      <div className="form-part-fields">{children}</div>
    </section>
  )
}
