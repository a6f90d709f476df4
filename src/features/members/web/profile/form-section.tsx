import { type ReactNode, useId } from 'react'

type FormSectionProps = { title: string; about?: string | undefined; children: ReactNode }

/** A part of the form: what it is about at the left, its fields at the right. */
export function FormSection({ title, about, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section className="fs" aria-labelledby={titleId}>
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
