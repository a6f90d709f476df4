import { BackLink, Crumb } from '~/design/page-head'
import './legal-page.css'

export type LegalSection = { title: string; paragraphs: readonly string[] }

/** A numbered text with its contents beside it: Terms of Service, Privacy. */
export function LegalPage(props: { title: string; since: string; sections: readonly LegalSection[] }) {
  return (
    <main className="wrap tm" id="main">
      <div className="ebk">
        <Crumb>
          <BackLink to="/">Back</BackLink>
        </Crumb>
      </div>
      <div className="tm-grid">
        <div className="tm-head">
          <h1 className="d2">{props.title}</h1>
          <p className="m3">In force since {props.since}</p>
          <nav aria-label="Contents">
            <ol>
              {props.sections.map(({ title }, index) => (
                <li key={title}>
                  <a href={`#section-${index + 1}`}>
                    <span className="m3">{index + 1}</span>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        </div>
        <article className="tm-text">
          {props.sections.map(({ title, paragraphs }, index) => (
            <section key={title} id={`section-${index + 1}`}>
              <h2 className="t2">
                <span className="m3">{index + 1}</span> {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </article>
      </div>
    </main>
  )
}
