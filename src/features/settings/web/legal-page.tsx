import { classNames } from '~/design/class-names'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { formatDay } from '~/lib/time'
import type { SiteText as Text } from '../contract-shapes'
import { SiteText } from './site-text'
import styles from './legal-page.module.css'

/** A numbered text with a table of contents: Terms of Service, Privacy. Text without a heading has no number. */
export function LegalPage({ title, text }: { title: string; text: Text }) {
  const headed = text.sections.filter((section) => section.title !== null)
  const getNumber = (section: (typeof headed)[number]) => headed.indexOf(section) + 1
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <BackAndHomeLinks>
        <BackLink to="/">Back</BackLink>
      </BackAndHomeLinks>
      <div className={styles.columns}>
        <div className={styles.contents}>
          <h1 className="display">{title}</h1>
          {/* In UTC, so that all readers see the same day. */}
          <p className="faint">In force since {formatDay(text.since, 'UTC').replace(/^\w+ /, '')}</p>
          {headed.length > 0 && (
            <nav aria-label="Contents">
              <ol>
                {headed.map((section) => (
                  <li key={getNumber(section)}>
                    <a href={`#section-${getNumber(section)}`}>
                      <span className="faint">{getNumber(section)}</span>
                      {section.title}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
        </div>
        <article className={styles.text}>
          {text.sections.map((section) =>
            section.title === null ? (
              <section key="before">
                <SiteText html={section.html} />
              </section>
            ) : (
              <section key={getNumber(section)} id={`section-${getNumber(section)}`}>
                <h2 className="title-2">
                  <span className="faint">{getNumber(section)}</span> {section.title}
                </h2>
                <SiteText html={section.html} />
              </section>
            ),
          )}
        </article>
      </div>
    </main>
  )
}
