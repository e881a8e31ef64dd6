/** Refusals around the gallery and its uploads. */
import { conflict, type Family, invalid, tooLarge, unavailable, unsupported } from './sentence.ts';

export const imageReasons = {
  'title-required': invalid('Title is required'),
  'group-without-images': invalid('A group needs at least one image'),
  'too-many-images-in-group': invalid('At most {limit:number} images a group'),
  'too-many-groups-listed': invalid('At most {limit:number} groups of images'),
  'too-many-groups': conflict('A gallery has at most {limit:number} groups of images'),
  'image-not-of-admission': invalid('An image was not uploaded to this admission'),

  'upload-preset-missing': conflict("Set the team's upload preset first"),
  'cloud-name-missing': conflict("Set the team's cloud name first"),
  'too-many-images-of-admission': conflict('At most {limit:number} images can be uploaded to an admission'),
  'no-room-for-images': conflict(
    "The team's images take all the room that a team has here: ask whoever runs this installation for more",
  ),
  'image-service-refused': invalid(
    "The team's image service refused the image: check its cloud name and upload preset",
    { beside: 'Refused by the image service' },
  ),
  'image-service-away': unavailable("The team's image service does not answer, please try again"),

  'no-image-sent': invalid('Send at least one image'),
  'too-many-images-sent': invalid('At most {limit:number} images at once'),
  'image-too-large': tooLarge('An image is at most {megabytes:number} MB'),
  'image-too-large-once-stored': tooLarge(
    'This image would take more than {megabytes:number} MB once it is stored: send it smaller',
    { beside: 'Too large once it is stored' },
  ),
  'too-many-pixels': tooLarge('This image has more than 50 million pixels', { beside: 'Too many pixels' }),
  'too-many-deep-pixels': tooLarge('This image has more than 25 million pixels of 16 bits a colour', {
    beside: 'Too many pixels of 16 bits a colour',
  }),
  'image-side-too-long': tooLarge('This image is more than {limit:number} pixels wide or high', {
    beside: 'Too wide or too high',
  }),
  'image-takes-too-much': tooLarge('This image takes too much memory or time to read: send it smaller', {
    beside: 'Takes too much memory or time to read',
  }),
  'not-an-image': unsupported('This is no JPEG, PNG or WebP image', { beside: 'Not a JPEG, PNG or WebP image' }),

  'not-multipart': invalid('Send the images as multipart/form-data, field {name:field}'),
  'upload-of-other-fields': invalid('Send nothing but the field {name:field}'),
  'upload-unreadable': invalid('The upload could not be read'),
  'upload-cut-off': invalid('The upload was cut off'),
  'upload-silent': invalid('Nothing of the upload came for too long, please try again'),
  'upload-too-slow': invalid('The upload took too long: send fewer images at once'),
} as const satisfies Family;
