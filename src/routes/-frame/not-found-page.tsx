import { LinkButton } from '~/design/link-button'
import './not-found-page.css'

/** R-08; the router answers it with status 404, and the root's head has its title. */
export function NotFoundPage() {
  return (
    <div className="sheet st-coral nf">
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
