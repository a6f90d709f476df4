import { DEFAULT_SETTINGS, type Settings } from './settings'

/**
 * Returns the sender of emails. The configured sender provides the values that are left out: the address if none is
 * saved, and also the name while the site has its default name.
 */
export function getSender({ name, emailSender }: Pick<Settings, 'name' | 'emailSender'>): {
  name?: string
  address?: string
} {
  if (emailSender !== '') return { name, address: emailSender }
  return name === DEFAULT_SETTINGS.name ? {} : { name }
}
