import { paragraphsOf } from '~/lib/paragraphs'
import type { DjDetail } from '../contract-shapes'
import { DjEquipment } from './dj-equipment'
import { DjEvents } from './dj-events'

/** Who they are, where they play and played, and what they play on. */
export function DjAbout({ dj }: { dj: DjDetail }) {
  return (
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
      <DjEvents title="Upcoming Events" events={dj.upcomingEvents} empty="Nothing announced yet." />
      {dj.pastEvents.length > 0 && <DjEvents title="Past Events" events={dj.pastEvents} isPast />}
      <DjEquipment equipment={dj.equipment} />
    </div>
  )
}
