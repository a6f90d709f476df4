/** Tells somebody by email that they help with an event, or organize it. Payload {userId, eventId, byId}, see jobs.ts. */
export const personEmailJob = 'events.person'
