import { type ReactNode, useId } from 'react'
import { classNames } from '~/design/class-names'
import styles from './profile.module.css'

type FormSectionProps = { title: string; about?: string | undefined; children: ReactNode }

/** A part of the form: title and explanation at the left, fields at the right. */
export function FormSection({ title, about, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className={classNames('fs', styles.section)} aria-labelledby={titleId}>
      <header>
        <h2 className="t2" id={titleId}>
          {title}
        </h2>
        {about && <p className="small m2">{about}</p>}
      </header>
      <div className="fb">{children}</div>
    </section>
  )
}
