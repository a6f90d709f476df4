import { classNames } from '~/design/class-names'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { SplitVinylRecord } from '~/design/split-vinyl-record'
import { RequestInviteForm } from './request-invite-form'
import styles from './request-invite.module.css'

export function RequestInvitePage() {
  return (
    <div className={classNames('sheet stock-pink', styles.page)}>
      <main className={classNames('page-width', styles.content)} id="main">
        <BackAndHomeLinks>
          <BackLink to="/">Back</BackLink>
        </BackAndHomeLinks>
        <div className={styles.columns}>
          <div>
            <h1>
              Request
              <br />
              an invite.
            </h1>
            <p className="lead">
              Every member was invited by another member. Tell us what you do and who knows you. A person
              reads this, not a filter.
            </p>
            <NeedsJavaScript action="Requesting an invite" />
          </div>
          <RequestInviteForm />
        </div>
      </main>
      <div className={styles.record} aria-hidden="true">
        <SplitVinylRecord view={{ width: 1000, height: 560 }} left={205} right={395} rings={15} />
      </div>
    </div>
  )
}
