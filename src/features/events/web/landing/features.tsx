import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import {
  BookingPicture,
  ChatPicture,
  CodePicture,
  GenresPicture,
  PaymentsPicture,
  VerifiedPicture,
} from './feature-pictures'
import styles from './features.module.css'

export function Features() {
  return (
    <section className={classNames('page-width', styles.section)}>
      <h2 className="title-1">Built by the people on the other side of the booth.</h2>
      <div className={styles.features}>
        <Feature title="Exclusive network" picture={<CodePicture />}>
          Every member was let in by another member. Nobody is here by accident.
        </Feature>
        <Feature title="Genre communities" picture={<GenresPicture />}>
          Six rooms that never close, and as many more as you care to open.
        </Feature>
        <Feature title="Booking system" picture={<BookingPicture />}>
          Availability and rates in the open, so the first message is already the offer.
        </Feature>
        <Feature title="Chat rooms" picture={<ChatPicture />}>
          Talk shop with people who know what a load-in is.
        </Feature>
        <Feature title="Integrated payments" picture={<PaymentsPicture />}>
          No price hides its fee. What you see is what it costs.
        </Feature>
        <Feature title="Verified profiles" picture={<VerifiedPicture />}>
          The two halves next to a name mean we checked the person behind it.
        </Feature>
      </div>
    </section>
  )
}

function Feature({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <article>
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      <h3 className="title-3">{title}</h3>
      <p className="muted">{children}</p>
    </article>
  )
}
