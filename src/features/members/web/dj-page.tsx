import { BadgeCheck, MapPin } from 'lucide-react'
import { type CSSProperties, Fragment, type ReactNode, useEffect } from 'react'
import { Badge } from '~/design/badge'
import { Flyer } from '~/design/flyer/flyer'
import { BackLink, Crumb } from '~/design/page-head'
import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import { paragraphsOf } from '~/lib/paragraphs'
import type { DjDetail } from '../contract-shapes'
import { availabilityWords } from '../rules/weekday'
import { DjAside } from './dj-aside'
import { DjEquipment } from './dj-equipment'
import { DjEvents } from './dj-events'
import { nameLines, stockOfDj } from './dj-stock'
import { members } from './queries'
import './dj-page.css'

/** P-01. `nav` is the site's bar, on a sheet of the same paper that this page goes on with. */
export function DjPage({ dj, nav }: { dj: DjDetail; nav?: ReactNode }) {
  useRecordView(dj.id)
  const stock = stockOfDj(dj)
  const lines = nameLines(dj.name)
  const longest = Math.max(...lines.map((line) => line.length))
  return (
    <>
      {nav}
      <main className="djp" id="main">
        <div className={`sheet st-${stock} top`}>
          <div className="wrap" style={{ paddingTop: '.5rem' }}>
            <Crumb>
              <BackLink to="/discover">Back</BackLink>
            </Crumb>
          </div>
          <div className="dj-a">
            <Flyer
              title={dj.name}
              imageUrl={dj.avatarUrl}
              ratio={660 / 560}
              stock={stock}
              hasTitle={false}
              eager
            />
          </div>
          <div className="wrap hero">
            <div className="nm">
              <div className="row wrapf badges">
                {dj.genre && <Badge>{dj.genre}</Badge>}
                {dj.location && (
                  <Badge tone="outline" icon={MapPin}>
                    {dj.location}
                  </Badge>
                )}
                {dj.isVerified && (
                  <Badge tone="outline" icon={BadgeCheck}>
                    Verified
                  </Badge>
                )}
              </div>
              <h1 style={{ '--chars': longest } as CSSProperties}>
                {lines.map((line) => (
                  <Fragment key={line}>
                    <span>{line}</span>{' '}
                  </Fragment>
                ))}
              </h1>
            </div>
          </div>
        </div>
        <div className="wrap">
          <Facts dj={dj} />
          <div className="pg" data-client-links>
            <div className="stack about">
              {dj.bio && (
                <section>
                  <h2 className="t2">Bio</h2>
                  <div className="prose lead">
                    {paragraphsOf(dj.bio).map(({ at, text }) => (
                      <p key={at}>{text}</p>
                    ))}
                  </div>
                </section>
              )}
              <DjEvents events={dj.upcomingEvents} />
              <DjEquipment equipment={dj.equipment} />
            </div>
            <DjAside dj={dj} />
          </div>
        </div>
      </main>
    </>
  )
}

function Facts({ dj }: { dj: DjDetail }) {
  return (
    <dl className="cells facts4">
      <div>
        <dt>Rate per event</dt>
        <dd className="fig">{dj.rateCents === null ? 'Ask' : roundDollars(dj.rateCents)}</dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd className="fig">{dj.rating === null ? 'New' : dj.rating.toFixed(1)}</dd>
      </div>
      <div>
        <dt>Bookings</dt>
        <dd className="fig">{formatCount(dj.bookings)}</dd>
      </div>
      <div>
        <dt>Available days</dt>
        <dd className="fig days">{availabilityWords(dj.availabilityDays) ?? 'Ask'}</dd>
      </div>
    </dl>
  )
}

/** `$1,200`, and cents only where there are some. */
function roundDollars(cents: number): string {
  return formatDollars(cents).replace(/\.00$/u, '')
}

// From the browser, not while rendering: a crawler or a preloaded link has not looked at anything.
function useRecordView(id: string): void {
  useEffect(() => {
    // A view that was not counted is nothing to trouble a reader with.
    members.recordView.call({ id }).catch(() => undefined)
  }, [id])
}
