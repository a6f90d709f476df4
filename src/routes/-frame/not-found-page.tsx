import { useHouseName } from '~/design/house-name'
import { LinkButton } from '~/design/link-button'
import { pageTitle } from '~/lib/page-title'
import './not-found-page.css'

/** R-08; the router answers it with status 404. */
export function NotFoundPage() {
  return (
    <div className="sheet st-coral nf">
      <title>{pageTitle('Page not found', useHouseName())}</title>
      <div className="big" aria-hidden="true">
        <span className="a">404</span>
        <span className="b2">404</span>
      </div>
      <main id="main" className="wrap nfb">
        <h1 className="t1">Page not found</h1>
        <p className="lead">The page you&apos;re looking for doesn&apos;t exist or has been moved.</p>
        <LinkButton to="/" variant="primary" size="lg">
          Return to Home
        </LinkButton>
      </main>
    </div>
  )
}
