import { BadgeCheck, MapPin, Pencil } from 'lucide-react'
import { type CSSProperties, Fragment, type ReactNode, useEffect } from 'react'
import { Badge } from '~/design/badge'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackLink, Crumb } from '~/design/page-head'
import type { DjDetail } from '../contract-shapes'
import { DjAbout } from './dj-about'
import { DjAside } from './dj-aside'
import { DjFacts } from './dj-facts'
import { nameLines, stockOfDj } from './dj-stock'
import { members } from './queries'
import './dj-page.css'

type DjPageProps = {
  dj: DjDetail
  isSignedIn: boolean
  /** The site's bar, on a sheet of the same paper that this page goes on with. */
  nav?: ReactNode
  /** Book Now and Connect; on one's own page Edit profile takes their place. */
  actions?: ReactNode
  availability?: ReactNode
  reviews?: ReactNode
}

/** P-01 */
export function DjPage({ dj, isSignedIn, nav, actions, availability, reviews }: DjPageProps) {
  useRecordView(dj.id)
  const stock = stockOfDj(dj)
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
                {dj.genres.map((genre) => (
                  <Badge key={genre}>{genre}</Badge>
                ))}
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
              <Name name={dj.name} />
              <div className="row wrapf" id="reach" data-client-links>
                {dj.isSelf ? <EditProfile /> : actions}
              </div>
            </div>
          </div>
        </div>
        <div className="wrap">
          {!dj.isPublic && (
            <Note className="own-note">
              Only you see this page: your profile is hidden. You can show it under Edit profile.
            </Note>
          )}
          <DjFacts dj={dj} />
          <div className="pg" data-client-links>
            <DjAbout dj={dj} />
            <DjAside dj={dj} isSignedIn={isSignedIn} availability={availability} />
            {reviews && <div className="revs">{reviews}</div>}
          </div>
        </div>
      </main>
    </>
  )
}

function Name({ name }: { name: string }) {
  const lines = nameLines(name)
  const longest = Math.max(...lines.map((line) => line.length))
  return (
    <h1 className={longest > 18 ? 'is-long' : undefined} style={{ '--chars': longest } as CSSProperties}>
      {lines.map((line) => (
        <Fragment key={line}>
          <span>{line}</span>{' '}
        </Fragment>
      ))}
    </h1>
  )
}

function EditProfile() {
  return (
    <AnchorButton variant="primary" size="lg" icon={Pencil} href="/dashboard/profile">
      Edit profile
    </AnchorButton>
  )
}

// From the browser, not while rendering: a crawler or a preloaded link has not looked at anything.
function useRecordView(id: string): void {
  useEffect(() => {
    // A view that was not counted is nothing to trouble a reader with.
    members.recordView.call({ id }).catch(() => undefined)
  }, [id])
}
