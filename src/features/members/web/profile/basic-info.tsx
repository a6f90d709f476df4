import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SelectField } from '~/design/select-field'
import { findZoneHint, findPlaceZone } from '~/lib/city-zones'
import { SwitchRow } from '~/design/switch-row'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import type { Visibility } from '../../contract-shapes'
import { BIO_MAX, DJ_NAME_MAX, LOCATION_MAX, PHONE_MAX } from '../../rules/profile-limits'
import { getZoneAfterLocationChange } from '../../rules/profile-time-zone'
import { FormSection } from './form-section'
import { SocialLinkRows } from './social-link-rows'
import type { ProfileForm } from './use-profile-form'

const circles: { value: Visibility; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'members', label: 'Members' },
  { value: 'connections', label: 'Connections' },
]

const NEARLY_FULL = 20

export function BasicInfo({ form, email }: { form: ProfileForm; email: string | null }) {
  const { draft, problems, change } = form
  // The city and time zone before the current edit. While an unknown place is typed, `from` stays the last city that
  // is known.
  const [before, setBefore] = useState({ from: draft.location, timezone: draft.timezone })
  const isZoneOfCity = draft.timezone === findPlaceZone(before.from)
  const left = BIO_MAX - draft.bio.length
  const isDj = draft.memberTypes.includes('dj')
  return (
    <>
      <FormSection title="Who you are" about="Your name is how people find you in Network.">
        <div className="columns-2">
          <TextField
            label="Full name"
            autoComplete="name"
            required
            maxLength={100}
            value={draft.fullName}
            error={problems['fullName']}
            onChange={({ target }) => change({ fullName: target.value })}
          />
          <TextField
            label="Email"
            type="email"
            readOnly
            value={email ?? ''}
            placeholder="No email"
            help={
              email === null ? (
                <>
                  You sign in with your phone.{' '}
                  <SettingsLink>Add an email address in your settings</SettingsLink>
                </>
              ) : (
                <>
                  You sign in with it. <SettingsLink>Change it in your settings</SettingsLink>
                </>
              )
            }
          />
        </div>
        <div className="columns-2">
          <TextField
            label="Location"
            placeholder="Town, country"
            maxLength={LOCATION_MAX}
            value={draft.location}
            error={problems['location']}
            help={isZoneOfCity ? findZoneHint(draft.location, draft.timezone) : undefined}
            onFocus={() =>
              setBefore({
                from: findPlaceZone(draft.location) === undefined ? before.from : draft.location,
                timezone: draft.timezone,
              })
            }
            onChange={({ target: { value: to } }) =>
              // Computes the zone from the values before the edit, so that a half-typed city does not change it
              // permanently.
              change({
                location: to,
                timezone: getZoneAfterLocationChange(before.timezone, { from: before.from, to }),
              })
            }
          />
          {isDj && (
            <TextField
              label="DJ Name"
              maxLength={DJ_NAME_MAX}
              value={draft.djName}
              error={problems['djName']}
              help="Shown instead of your full name on your DJ page."
              onChange={({ target }) => change({ djName: target.value })}
            />
          )}
        </div>
        <TextArea
          label="Bio"
          labelEnd={
            <span aria-hidden="true">
              {draft.bio.length}/{BIO_MAX}
            </span>
          }
          maxLength={BIO_MAX}
          value={draft.bio}
          error={problems['bio']}
          onChange={({ target }) => change({ bio: target.value })}
        />
        {/* The visible counter is always shown; screen readers announce it only near `BIO_MAX`. */}
        <output className="visually-hidden">{left <= NEARLY_FULL && `${left} characters left`}</output>
      </FormSection>
      <FormSection title="Contact" about="You choose who can see each detail.">
        <div className="columns-2">
          <TextField
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={PHONE_MAX}
            value={draft.phone}
            error={problems['phone']}
            onChange={({ target }) => change({ phone: target.value })}
          />
          <SelectField
            label={<VisibilityLabel field="the phone" />}
            options={circles}
            value={draft.phoneVisibility}
            onChange={({ target }) => change({ phoneVisibility: toVisibility(target.value) })}
          />
        </div>
        <div className="columns-2">
          <TextField
            label="Booking address"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={draft.bookingEmail}
            error={problems['bookingEmail']}
            onChange={({ target }) => change({ bookingEmail: target.value })}
          />
          <SelectField
            label={<VisibilityLabel field="the booking address" />}
            options={circles}
            value={draft.bookingEmailVisibility}
            onChange={({ target }) => change({ bookingEmailVisibility: toVisibility(target.value) })}
          />
        </div>
      </FormSection>
      <FormSection
        title="Social links"
        about="We check the spelling of each address, not whether its page exists."
      >
        <SocialLinkRows form={form} />
      </FormSection>
      <FormSection title="Visibility" about="Your sign-in, bookings and tickets stay as they are.">
        <SwitchRow
          label="Show my profile to others"
          description={
            isDj
              ? 'If off, you don’t appear on Discover, and only you can open your DJ page.'
              : 'If off, you don’t appear in Network, and only you can open your profile.'
          }
          checked={draft.isPublic}
          onChange={({ target }) => change({ isPublic: target.checked })}
        />
      </FormSection>
    </>
  )
}

function VisibilityLabel({ field }: { field: string }) {
  return (
    <>
      Who can see it<span className="visually-hidden">, {field}</span>
    </>
  )
}

function SettingsLink({ children }: { children: string }) {
  return (
    <Link className="link" to="/dashboard/settings" hash="account">
      {children}
    </Link>
  )
}

function toVisibility(value: string): Visibility {
  return circles.find((circle) => circle.value === value)?.value ?? 'connections'
}
