import { t } from '@lingui/core/macro'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import styles from './not-found-page.module.css'

/** The router sends it with status 404; the root's head sets its title. */
export function NotFoundPage() {
  return (
    <div className={classNames('sheet stock-coral', styles.page)}>
      <div className={styles.figures} aria-hidden="true">
        <span>404</span>
        <span>404</span>
      </div>
      <main id="main" className={classNames('page-width', styles.text)}>
        <h1 className="title-1">{t`Page not found`}</h1>
        <p className="lead">{t`The page you're looking for doesn't exist or has been moved.`}</p>
        <LinkButton to="/" variant="primary" size="lg">
          {t`Return to Home`}
        </LinkButton>
      </main>
    </div>
  )
}
