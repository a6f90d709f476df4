import { ArrowRight } from 'lucide-react'
import { buttonClass } from '~/design/button-class'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { SplitRecord } from '~/design/split-record'
import type { EventCard } from '../../contract'
import { Features } from './features'
import { NextFlyers } from './next-flyers'
import styles from './landing-page.module.css'

/** L-01 to L-03: the page that a visitor sees at /. */
export function LandingPage({ events }: { events: readonly EventCard[] }) {
  return (
    <main id="main" data-client-links>
      <div className={classNames('sheet stock-yellow', styles.hero)}>
        <div className={classNames('page-width', styles.heroText)}>
          <h1 aria-label="Where DJs Connect">
            <span className={styles.firstLine}>Where DJs</span>
            <span className={styles.secondLine}>Connect</span>
          </h1>
          <div className={styles.foot}>
            <div className={styles.pitch}>
              <p className="lead">
                An invite-only network for DJs, promoters and everyone who makes the night happen. Meet, book,
                sell tickets, get paid.
              </p>
              <div className="row wrap">
                <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/request-invite">
                  Request Invite
                </a>
                <a className={buttonClass({ variant: 'outline', size: 'lg' })} href="/discover">
                  Explore DJs
                </a>
              </div>
            </div>
          </div>
        </div>
        <div className={styles.record} aria-hidden="true">
          <SplitRecord view={{ width: 1120, height: 560 }} left={205} right={395} rings={15} />
        </div>
      </div>
      {events.length > 0 && <NextFlyers events={events} />}
      <Features />
      <section className={classNames('sheet stock-pink', styles.callToAction)}>
        <div className="page-width">
          <h2 className="display">
            You know someone
            <br />
            who’s in.
          </h2>
          <div>
            <p className="lead">
              Ask them for a code. Or tell us what you do and we’ll find the person who can vouch for you.
            </p>
            <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/auth?tab=sign-up">
              Get Started <Icon of={ArrowRight} />
            </a>
          </div>
        </div>
      </section>
    </main>
  )
}
