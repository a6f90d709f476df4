import { LinkButton } from '~/design/link-button'
import { Mark } from '~/design/mark'
import { EmptyBox } from '~/design/empty-state'

/** Looks the same for unknown ids and hidden DJs, so that it doesn’t reveal that a hidden DJ exists. */
export function DjNotFound() {
  return (
    <main className="page-width" id="main">
      <EmptyBox>
        <Mark />
        <h1 className="title-1">DJ not found</h1>
        <p className="lead">They may have left, or the link is incomplete.</p>
        <LinkButton to="/discover" variant="primary">
          Discover DJs
        </LinkButton>
      </EmptyBox>
    </main>
  )
}
