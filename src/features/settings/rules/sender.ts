import { DEFAULT_SETTINGS, type Settings } from './settings'

/**
 * Who emails come from. A site that has neither a name nor an address of its own yet writes as the deployment was configured,
 * name and all.
 */
export function senderOf({ name, emailSender }: Pick<Settings, 'name' | 'emailSender'>): {
  name?: string
  address?: string
} {
  if (emailSender !== '') return { name, address: emailSender }
  return name === DEFAULT_SETTINGS.name ? {} : { name }
}
