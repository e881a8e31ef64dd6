/**
 * Shows reminders, and nothing else: it answers no request of a page and keeps no file. A push holds how many recommendations
 * wait, and a sentence that says so (docs/decisions/write-side/reminders.md).
 */
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { text = '' } = event.data ? event.data.json() : {};
  // One notification at a time: a later one takes its place.
  event.waitUntil(self.registration.showNotification(text, { tag: 'answers-wait', icon: '/favicon.svg' }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow('/asked'));
});
