/**
 * Hostile texts besides DOMPurify's own (`dompurify-payloads.json`): published ways around sanitisers and editors, and
 * texts that are long or deep.
 */

/** A harm that a browser can see must come of each of these when it is shown as it is. The judge is checked with them. */
export const harmful: readonly { readonly harm: string; readonly html: string }[] = [
  { harm: 'script ran', html: '<img src=x onerror="alert(1)">' },
  { harm: 'script ran', html: '<svg><animate onbegin=alert(1) attributeName=x dur=1s>' },
  {
    harm: 'script ran',
    html: '<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart="alert(1)">a',
  },
  { harm: 'request', html: '<img src="https://beacon.example/pixel.gif">' },
  { harm: 'request', html: '<p style="background:url(https://beacon.example/style.gif)">a</p>' },
  { harm: 'request', html: '<link rel=stylesheet href="https://beacon.example/a.css">' },
  { harm: 'link', html: '<a href="javascript:alert(1)">a</a>' },
  { harm: 'link', html: '<a href="&#14; java&#10;script:alert(1)">a</a>' },
  { harm: 'handler', html: '<p onpointerrawupdate="alert(1)">a</p>' },
  { harm: 'cover', html: '<p style="position:fixed;inset:0">a</p>' },
  { harm: 'cover', html: '<style>.rich-text{position:fixed;inset:0}</style>' },
  { harm: 'element', html: '<form action="https://beacon.example"><input name=password></form>' },
  { harm: 'class', html: '<p class="chakra-dialog__positioner">a</p>' },
];

/** Confusion of namespaces and of parsers (mutation XSS), prototypes, templates, and what was found in Quill. */
export const published: readonly string[] = [
  // Namespaces: CVE-2019-16728, CVE-2020-26870, CVE-2024-45801, CVE-2024-47875, CVE-2025-26791 of DOMPurify.
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  '<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror=\'alert(1)\'>"></style></h1>',
  '<svg><annotation-xml><foreignobject><style><!--</style><p id="--><img src=x onerror=alert(1)>">',
  '<math><annotation-xml encoding="text/html"><p><mtext><table><mglyph><style><math><img src=x onerror=alert(1)>',
  '<math><foo-test><mi><li><table><foo-test><li></li></foo-test><a><style><! \\${</style>}<foo-b id="><img src onerror=alert(1)>">hi</foo-b></a>',
  '<svg><title><svg><title></title></svg><style><img title="</style><img src onerror=alert(1)>"></style></title></svg>',
  '<svg><desc><template><math><style><!--</style><img title="--><img src=x onerror=alert(1)>">',
  `${'<div>'.repeat(30)}<math><mi><table><mglyph><style><img title="</style><img src=x onerror=alert(1)>">`,
  // Raw text that a second parser reads otherwise.
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>--><!--!> <img src=x onerror=alert(1)> -->',
  '<?xml-stylesheet > <img src=x onerror="alert(1)"> ?>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  // Templates and shadow roots.
  '<template><script>alert(1)</script><img src=x onerror=alert(1)></template>',
  '<div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>',
  '{{constructor.constructor("alert(1)")()}} ${alert(1)} <%= alert(1) %>',
  // Prototypes and names of the document.
  '<p __proto__="x" constructor=y hasOwnProperty=z toString=t>a</p>',
  '<form id=nodeName><input name=attributes><input name=parentNode></form>',
  '<a id=__proto__ name=createElement href="https://example.org">a</a><img name=currentScript>',
  // Quill: CVE-2021-3163 (events in pasted images) and CVE-2025-15056 (formula, video and image in the exported HTML).
  '<p><img src=x onloadstart="alert(1)" alt="a"></p>',
  '<span class="ql-formula" data-value="<img src=x onerror=alert(1)>">f</span>',
  '<iframe class="ql-video" src="javascript:alert(1)" onload="alert(1)"></iframe>',
  '<ol><li data-list="bullet&quot; onclick=&quot;alert(1)">a</li><li data-list=\'"><img src=x onerror=alert(1)>\'>b</li></ol>',
  '<p class="ql-align-center ql-align-&quot;><img src=x onerror=alert(1)>">a</p>',
  // Addresses.
  '<a href="jav&Tab;ascript:alert(1)">a</a><a href="JaVaScRiPt&colon;alert(1)">b</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">a</a><a href="blob:https://x/y">b</a>',
  '<a href="//beacon.example">a</a><a href="\\\\beacon.example">b</a><a href="vbscript:x">c</a><a ping="https://beacon.example" href="https://example.org">d</a>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x"/></svg>',
  // Ways of leaving the text on the page.
  '<base href="https://beacon.example/"><meta http-equiv=refresh content="0;url=https://beacon.example">',
  '<p dir="rtl" style="position:fixed;inset:0;z-index:9999;background:red">cover</p>',
  '<dialog open popover=auto>a</dialog><marquee onstart=alert(1)>b</marquee><details open ontoggle=alert(1)>c</details>',
  '<object data="https://beacon.example"></object><embed src="https://beacon.example"><video autoplay><source src=x onerror=alert(1)></video>',
  // Broken characters.
  '<p>\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt></p><\u0000img src=x onerror=alert(1)>',
  '<p>\uFEFF\u202E\u2028<img\u000Csrc=x\u000Conerror=alert(1)></p>',
  '<p>\uD800<img src=x onerror=alert(1)>\uDFFF</p>',
];

/** Texts that cost a parser, a sanitiser or a regular expression time, or their stack. */
export const long: readonly { readonly what: string; readonly html: string }[] = [
  { what: 'an attribute of 1 MB', html: `<p class="${'a'.repeat(1_000_000)}">a</p>` },
  { what: '100,000 nested elements', html: '<em>'.repeat(100_000) },
  { what: '100,000 nested elements of a foreign namespace', html: '<math><mi>'.repeat(50_000) },
  { what: '1 MB of entities', html: `<p>${'&amp;'.repeat(200_000)}</p>` },
  { what: '1 MB of entities without an end', html: `<p>${'&lt'.repeat(330_000)}</p>` },
  { what: '1 MB of one tag that does not end', html: `<p ${'a '.repeat(500_000)}` },
  { what: '1 MB of comments', html: '<!---->'.repeat(140_000) },
];
